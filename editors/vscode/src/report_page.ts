/** The HTML report as a webview shows it: only its own inline script runs, and nothing is loaded from anywhere. */
import { randomBytes } from "node:crypto";

// What VS Code adds to every webview is meant for pages without styles of their own.
const OWN_STYLES = "<style>body { padding: 0 } code { color: inherit; background: none; padding: 0 }</style>";

/** The page with the colors of a dark or light theme, which need not be those that the system prefers. */
export function reportPage(html: string, dark: boolean, nonce = randomBytes(16).toString("base64")): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    "img-src data:",
    "font-src data:",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const head = /<head[^>]*>/i.exec(html);
  const at = head ? head.index + head[0].length : 0;
  const rest = html
    .slice(at)
    .replace(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`)
    .replace("@media (prefers-color-scheme: dark)", dark ? "@media all" : "@media not all")
    .replace("color-scheme: light dark", `color-scheme: ${dark ? "dark" : "light"}`);
  return html.slice(0, at) + meta + OWN_STYLES + rest;
}

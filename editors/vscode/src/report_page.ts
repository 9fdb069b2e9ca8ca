/** The HTML report as a webview shows it: only its own inline script runs, and nothing is loaded from anywhere. */
import { randomBytes } from "node:crypto";

export function reportPage(html: string, nonce = randomBytes(16).toString("base64")): string {
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
  return html.slice(0, at) + meta + html.slice(at).replace(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);
}

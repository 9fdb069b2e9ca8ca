/** Makes torchlint.vsix. The images of README.md get the addresses of the repository as soon as package.json names one. */
import { readFileSync } from "node:fs";
import { createVSIX } from "@vscode/vsce";

const { repository } = JSON.parse(readFileSync("package.json", "utf8"));
await createVSIX({
  packagePath: "torchlint.vsix",
  dependencies: false,
  allowMissingRepository: !repository,
  rewriteRelativeLinks: Boolean(repository),
});

/** Splits a typed command into its arguments; no shell runs it. */
export function split(line: string): string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line.charAt(i);
    if (quote) {
      if (c === quote) quote = "";
      else if (c === "\\" && quote === '"' && '"\\'.includes(line.charAt(i + 1) || " ")) word += line.charAt(++i);
      else word += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= "";
    } else if (/\s/.test(c)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      // A backslash is a part of paths on Windows.
      word = (word ?? "") + (c === "\\" && process.platform !== "win32" ? line.charAt(++i) : c);
    }
  }
  if (quote) throw new Error(`the quote ${quote} is not closed`);
  if (word !== undefined) found.push(word);
  return found;
}

/** An argument as `split` reads it. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `"${argument.replace(/["\\]/g, "\\$&")}"`;
}

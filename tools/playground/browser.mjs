// The playground as a reader uses it: node browser.mjs CHROMIUM ADDRESS PICTURE presses Check and then Apply all fixes,
// prints the text and the rules that the page shows after each, and takes a picture after the first.

import puppeteer from "puppeteer-core";

const [executablePath, address, picture] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 1800 });
  await page.goto(address);
  const hosts = new Set();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const shown = [];
  for (const fix of ["", "unsafe"]) {
    await page.click(`#playground-box button[data-fix="${fix}"]`);
    await page.waitForFunction(
      () => /finding|found|not work/.test(document.querySelector("#playground-box [role=status]").textContent),
      { timeout: 300_000 },
    );
    if (!fix) await page.screenshot({ path: picture });
    shown.push(
      await page.evaluate(() => ({
        status: document.querySelector("#playground-box [role=status]").textContent,
        text: document.querySelector("#playground-box textarea").value,
        rules: [...document.querySelectorAll("#playground-box li > a")].map((link) => link.textContent),
        links: [...document.querySelectorAll("#playground-box li > a")].map((link) => link.href),
      })),
    );
  }
  console.log(JSON.stringify({ shown, hosts: [...hosts] }));
} finally {
  await browser.close();
}

"use strict";
// The page says all that matters without this: here is what is under the pointer, and a closer look at the flame graph.

function openTarget() {
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (card instanceof HTMLDetailsElement) {
    card.open = true;
    card.scrollIntoView();
  }
}
addEventListener("hashchange", openTarget);
openTarget();

for (const plot of document.querySelectorAll("[data-readings]")) {
  const readings = JSON.parse(plot.dataset.readings);
  const cursor = plot.querySelector(".cursor");
  const output = plot.parentElement.querySelector("output");
  plot.addEventListener("pointermove", (event) => {
    const box = plot.getBoundingClientRect();
    const place = (event.clientX - box.left) / box.width;
    const [at, text] = readings.find(([until]) => until >= place) ?? readings[readings.length - 1];
    output.textContent = text;
    cursor.setAttribute("d", `M${at * 1000} 0V400`);
  });
  plot.addEventListener("pointerleave", () => {
    output.textContent = "";
    cursor.removeAttribute("d");
  });
}

for (const flame of document.querySelectorAll(".flame")) {
  const frames = [...flame.querySelectorAll("svg svg")];
  const places = frames.map((frame) => [parseFloat(frame.getAttribute("x")), parseFloat(frame.getAttribute("width"))]);
  const reset = flame.parentElement.querySelector(".reset");
  const output = document.createElement("output");
  output.className = "frame-reading";
  flame.append(output);

  function look(start, width) {
    frames.forEach((frame, index) => {
      const [x, wide] = places[index];
      const left = Math.max(0, (x - start) / width);
      const right = Math.min(1, (x + wide - start) / width);
      frame.style.display = right - left > 1e-4 ? "" : "none";
      frame.setAttribute("x", `${100 * left}%`);
      frame.setAttribute("width", `${100 * Math.max(0, right - left)}%`);
    });
    reset.hidden = width > 99.99;
  }
  frames.forEach((frame, index) => {
    frame.addEventListener("click", () => look(...places[index]));
    frame.addEventListener("pointerenter", () => {
      output.textContent = frame.querySelector("title").textContent.replaceAll("\n", " · ");
    });
  });
  reset.addEventListener("click", () => look(0, 100));
}

// Paper can't be unfolded: what is folded is open while the page is printed.
const unfolded = [];
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    unfolded.push(folded);
  }
});
addEventListener("afterprint", () => {
  for (const folded of unfolded.splice(0)) {
    folded.open = false;
  }
});

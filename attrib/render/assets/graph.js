// Draws the graph from the lists that the page holds; nothing is asked for, nothing moves by itself.
"use strict";
(() => {
  const figure = document.querySelector(".picture");
  if (!figure || typeof cytoscape === "undefined") return;
  const canvas = figure.querySelector(".canvas");
  const ROW = 44, COLUMN = 320, WIDTH = 200, HEAD = 46;
  const THICK = { strong: 5, moderate: 3, weak: 1.5, declared: 1.5 };
  const rows = [...document.querySelectorAll(".graph tbody tr")];
  const items = [...document.querySelectorAll(".graph .nodes > li")];
  figure.hidden = false;
  document.querySelector(".graph .instead").remove();

  const cut = (text) => {
    const letters = [...text];
    return letters.length > 27 ? letters.slice(0, 26).join("") + "…" : text;
  };
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const nodes = items.map((item) => ({
    group: "nodes",
    data: { id: "n" + item.dataset.number, label: cut(item.textContent) },
    position: { x: item.dataset.column * COLUMN, y: HEAD + item.dataset.row * ROW },
    classes: "node",
  }));
  const known = new Set(nodes.map((node) => node.data.id));
  const heads = ["session", "record", "blob", "commit"].map((word, column) => ({
    group: "nodes", data: { id: "h" + column, label: word },
    position: { x: column * COLUMN, y: 0 }, classes: "head", selectable: false,
  }));
  // The word stands where the edges lie apart: near the end that fewer of them share.
  const counted = (end) => rows.reduce(
    (counts, row) => counts.set(row.dataset[end], (counts.get(row.dataset[end]) || 0) + 1),
    new Map());
  const out = counted("source"), into = counted("target");
  const place = (row) => {
    const away = out.get(row.dataset.source), here = into.get(row.dataset.target);
    return away === here ? "middle" : away > here ? "late" : "early";
  };
  const edges = rows.map((row, number) => ({
    group: "edges",
    data: {
      id: "e" + number, source: "n" + row.dataset.source, target: "n" + row.dataset.target,
      word: row.dataset.word, thick: THICK[row.dataset.strength] || 1,
    },
    classes: `${row.dataset.strength || "plain"} ${place(row)}`,
  })).filter((edge) => known.has(edge.data.source) && known.has(edge.data.target));

  const style = () => [
    { selector: "node", style: {
      shape: "round-rectangle", width: WIDTH, height: 26, label: "data(label)",
      "text-valign": "center", "text-halign": "center", "font-size": 12,
      "font-family": "system-ui, sans-serif", color: color("--ink"),
      "background-color": color("--paper"), "border-width": 1, "border-color": color("--faint"),
    } },
    { selector: "node.head", style: {
      "background-opacity": 0, "border-width": 0, "font-weight": "bold", events: "no",
    } },
    { selector: "edge", style: {
      width: "data(thick)", "curve-style": "bezier", "line-color": color("--faint"),
      "font-size": 11, color: color("--ink"), "font-family": "system-ui, sans-serif",
      "text-rotation": "autorotate", "source-text-rotation": "autorotate",
      "target-text-rotation": "autorotate", "source-text-offset": 42, "target-text-offset": 42,
      "text-background-color": color("--paper"), "text-background-opacity": 1,
      "text-background-padding": 1,
      "source-endpoint": "90deg", "target-endpoint": "270deg",
    } },
    { selector: "edge.middle", style: { label: "data(word)" } },
    { selector: "edge.early", style: { "source-label": "data(word)" } },
    { selector: "edge.late", style: { "target-label": "data(word)" } },
    { selector: "edge.strong", style: { "line-color": color("--strong") } },
    { selector: "edge.moderate", style: { "line-color": color("--moderate") } },
    { selector: "edge.weak", style: { "line-color": color("--weak") } },
    { selector: ".near", style: {
      "border-color": color("--focus"), "border-width": 3, "overlay-color": color("--focus"),
      "overlay-opacity": 0.12, "overlay-padding": 3,
    } },
  ];

  const cy = cytoscape({
    container: canvas, elements: [...heads, ...nodes, ...edges], style: style(),
    layout: { name: "preset", fit: false, animate: false },
    autoungrabify: true, boxSelectionEnabled: false, userZoomingEnabled: false,
    minZoom: 0.1, maxZoom: 3,
  });

  const lowest = Math.max(...nodes.map((node) => node.position.y), 0);
  const fit = () => {
    canvas.style.height = `${Math.min(lowest + 2 * HEAD, Math.max(0.7 * innerHeight, 240))}px`;
    cy.resize();
    const wide = 3 * COLUMN + WIDTH + 40;
    cy.zoom(Math.max(0.6, Math.min(1, canvas.clientWidth / wide)));
    const room = (canvas.clientWidth - 3 * COLUMN * cy.zoom()) / 2;
    cy.pan({ x: Math.max(room, (WIDTH / 2 + 10) * cy.zoom()), y: 24 * cy.zoom() + 8 });
  };
  const zoom = (factor) => cy.zoom({
    level: cy.zoom() * factor,
    renderedPosition: { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 },
  });
  fit();
  window.addEventListener("resize", fit);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => cy.style(style()));

  const acts = { in: () => zoom(1.25), out: () => zoom(0.8), fit };
  figure.querySelector(".tools").addEventListener("click", (event) => {
    const act = event.target.dataset.act;
    if (act) acts[act]();
  });
  const keys = {
    ArrowLeft: () => cy.panBy({ x: 60, y: 0 }), ArrowRight: () => cy.panBy({ x: -60, y: 0 }),
    ArrowUp: () => cy.panBy({ x: 0, y: 60 }), ArrowDown: () => cy.panBy({ x: 0, y: -60 }),
    "+": acts.in, "-": acts.out, 0: fit,
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  const mark = (some) => {
    cy.elements(".near").removeClass("near");
    rows.forEach((row) => row.classList.remove("near"));
    some.addClass("near");
    some.edges().forEach((edge) => rows[edge.id().slice(1)].classList.add("near"));
  };
  cy.on("tap", "edge", (event) => mark(event.target.union(event.target.connectedNodes())));
  cy.on("tap", "node.node", (event) => mark(event.target.closedNeighborhood()));
  cy.on("tap", (event) => { if (event.target === cy) mark(cy.collection()); });
  rows.forEach((row, number) => row.addEventListener("pointerenter", () => {
    const edge = cy.getElementById("e" + number);
    mark(edge.union(edge.connectedNodes()));
  }));
  figure.dataset.drawn = String(edges.length);
})();

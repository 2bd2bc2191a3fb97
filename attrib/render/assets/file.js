// The card beside a file: what `attrib explain` says of the run that is pointed at or has the focus.
"use strict";
(() => {
  const card = document.getElementById("card");
  const table = document.querySelector(".blame");
  if (!card || !table) return;
  const hint = [...card.childNodes];
  const known = new Map();
  let shown = null, kept = null, waiting = 0;

  const runOf = (node) => (node instanceof Element ? node.closest("tbody.run") : null);
  const markOf = (run) => run.querySelector(".mark");

  const fetched = (run) => {
    const link = markOf(run).href;
    if (!known.has(link)) {
      const url = new URL(link);
      url.searchParams.set("part", "card");
      known.set(link, fetch(url, { headers: { accept: "text/html" } })
        .then((answer) => {
          if (!answer.ok) known.delete(link);
          const kind = answer.headers.get("content-type") || "";
          return kind.startsWith("text/html") ? answer.text() : null;
        })
        .catch(() => { known.delete(link); return null; }));
    }
    return known.get(link);
  };

  const show = async (run) => {
    if (kept || shown === run) return;
    if (shown) shown.classList.remove("shown");
    shown = run;
    run.classList.add("shown");
    const text = await fetched(run);
    if (shown !== run) return;
    card.classList.remove("empty");
    if (text === null) {
      card.textContent = "The server gave no answer: open the URL that attrib serve prints.";
      return;
    }
    // Parsed apart: no script in it runs, and the policy of this page holds for the rest.
    const parsed = new DOMParser().parseFromString(text, "text/html");
    card.replaceChildren(button, ...parsed.body.childNodes);
    card.scrollTop = 0;
    card.dataset.line = run.querySelector(".line").textContent;
  };

  const close = () => {
    if (shown) shown.classList.remove("shown");
    shown = null;
    card.replaceChildren(...hint);
    card.classList.add("empty");
    delete card.dataset.line;
  };

  const leave = () => {
    const back = shown && card.contains(document.activeElement) ? markOf(shown) : null;
    letGo();
    close();
    if (back) back.focus({ preventScroll: true });
    // Going back to the mark shows its card again: there must be none.
    if (back) close();
  };

  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Close";
  button.addEventListener("click", leave);

  const letGo = () => {
    if (!kept) return;
    kept.classList.remove("pinned");
    markOf(kept).removeAttribute("aria-expanded");
    card.classList.remove("kept");
    kept = null;
  };

  const keep = async (run) => {
    const again = kept === run;
    letGo();
    if (again) return;
    await show(run);
    if (shown !== run) return;
    kept = run;
    run.classList.add("pinned");
    markOf(run).setAttribute("aria-expanded", "true");
    card.classList.add("kept");
    card.focus({ preventScroll: true });
  };

  table.addEventListener("pointerover", (event) => {
    const run = runOf(event.target);
    clearTimeout(waiting);
    if (run) waiting = setTimeout(show, 120, run);
  });
  table.addEventListener("pointerleave", () => clearTimeout(waiting));
  table.addEventListener("focusin", (event) => {
    const run = runOf(event.target);
    if (run) show(run);
  });
  table.addEventListener("click", (event) => {
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!plain || !event.target.closest(".mark")) return;
    event.preventDefault();
    keep(runOf(event.target));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) leave();
  });
  card.classList.add("empty");
})();

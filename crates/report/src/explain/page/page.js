"use strict";
// A view is the position before a step; the last one is what is left in the end.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const articles = all("article.step");
  const last = articles.length - 1;
  const links = all(".list a");
  const list = links[0].closest("ol");
  const bars = all(".curve .bar");
  const groups = all(".grid .of-step");
  const appearing = all(".grid [data-from]");
  const vanishing = all(".grid [data-until]");
  const viewOf = (element) => Number(element.dataset.view);
  let view = -1;

  // Shows one case of a chain; all of them without a number.
  function emphasise(number) {
    for (const group of all(".grid .of-step.current .case")) {
      group.classList.toggle("dim", number !== null && group.dataset.case !== number);
    }
  }

  function show(wanted) {
    const next = Math.max(0, Math.min(last, wanted));
    if (next === view) return;
    view = next;
    for (const element of appearing) element.classList.toggle("hidden", view < Number(element.dataset.from));
    for (const element of vanishing) element.classList.toggle("hidden", view > Number(element.dataset.until));
    for (const element of [...groups, ...bars, ...articles]) {
      element.classList.toggle("current", viewOf(element) === view);
    }
    for (const link of links) {
      if (viewOf(link) === view) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    emphasise(null);
    const article = articles[view];
    const heading = article.querySelector("h2").innerText;
    byId("where").textContent = view < last ? `${view + 1} of ${last}` : "End";
    byId("said").textContent = `${heading}. ${article.querySelector(".text").innerText}`.replaceAll("<>", " is not ");
    // Not `disabled`: the focus would be lost.
    for (const id of ["first", "previous"]) byId(id).setAttribute("aria-disabled", view === 0);
    for (const id of ["last", "next"]) byId(id).setAttribute("aria-disabled", view === last);
    article.parentElement.scrollTop = 0;
    // The list alone is scrolled, never the page.
    const top = links[view].parentElement.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
    // Not the name of an element: the page would be scrolled to it.
    history.replaceState(null, "", "#" + article.id.replace("step-", ""));
  }

  function showHash() {
    const wanted = location.hash.replace("#step-", "#");
    const article = articles.find((article) => "#" + article.id.replace("step-", "") === wanted);
    if (article) show(viewOf(article));
  }

  byId("first").addEventListener("click", () => show(0));
  byId("previous").addEventListener("click", () => show(view - 1));
  byId("next").addEventListener("click", () => show(view + 1));
  byId("last").addEventListener("click", () => show(last));
  for (const element of [...links, ...bars]) {
    element.addEventListener("click", (event) => {
      event.preventDefault();
      show(viewOf(element));
    });
  }
  for (const details of all(".of-case")) {
    const emphasiseIt = () => emphasise(details.dataset.case);
    details.addEventListener("mouseenter", emphasiseIt);
    details.addEventListener("focusin", emphasiseIt);
    details.addEventListener("mouseleave", () => emphasise(null));
    details.addEventListener("focusout", () => emphasise(null));
  }
  // The arrows that lead to what a line says.
  for (const line of all(".lines li")) {
    const node = /, so (r\dc\d(?:=|<>)\d):/.exec((line.querySelector("summary") ?? line).textContent);
    if (!node || line.parentElement.closest(".nested")) continue;
    const choose = (is) => {
      for (const arrow of all(".grid .of-step.current .case path")) {
        const leads = arrow.dataset.to === node[1];
        arrow.classList.toggle("chosen", is && leads);
        arrow.classList.toggle("dim", is && !leads);
      }
    };
    line.addEventListener("mouseenter", () => choose(true));
    line.addEventListener("mouseleave", () => choose(false));
  }
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const wanted = { ArrowLeft: view - 1, ArrowRight: view + 1, Home: 0, End: last }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    show(wanted);
  });
  window.addEventListener("hashchange", showHash);
  // The paper shows the position before the first step, and the texts of all steps.
  let viewOnScreen = 0;
  window.addEventListener("beforeprint", () => {
    viewOnScreen = view;
    show(0);
  });
  window.addEventListener("afterprint", () => show(viewOnScreen));
  document.documentElement.classList.add("scripted");
  showHash();
  if (view < 0) show(0);
})();

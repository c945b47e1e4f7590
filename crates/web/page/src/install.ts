/** The offer of the browser to install the page. */

import { button } from "./ui/dom";
import { icon } from "./ui/icons";

/** The event with the offer. The types of the browser lack it, since only some browsers have it. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer: Offer | undefined;
const buttons: HTMLButtonElement[] = [];

function show(next: Offer | undefined): void {
  offer = next;
  buttons.forEach((one) => (one.hidden = offer === undefined));
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  show(event as Offer);
});
window.addEventListener("appinstalled", () => show(undefined));

/** Creates a button that installs the page. It is there while the browser offers it. */
export function installButton(): HTMLButtonElement {
  const install = async (): Promise<void> => {
    const current = offer;
    show(undefined); // an offer can be taken once
    await current?.prompt();
  };
  const one = button("Install", () => void install(), { class: "install", hidden: offer === undefined });
  one.prepend(icon("download"));
  buttons.push(one);
  return one;
}

/** Terms that are explained in a sentence when they are chosen, and levels in their colours. */

import type { Registry } from "minirow";
import { button, h } from "./dom";
import { say } from "./message";

/** The names and summaries of the techniques. */
const techniques = new Map<string, { name: string; summary: string }>();

/** Takes the names and the summaries of the techniques. */
export function setTerms(registry: Registry): void {
  registry.techniques.forEach(({ slug, ...technique }) => techniques.set(slug, technique));
}

/** Returns the name of a technique. */
export const techniqueName = (slug: string): string => techniques.get(slug)?.name ?? slug;

/** Explains a technique in a sentence. */
export const aboutTechnique = (slug: string): string =>
  techniques.has(slug) ? `${techniqueName(slug)}: ${techniques.get(slug)!.summary}.` : "";

/** Creates a term that tells a sentence when it is chosen. */
export const term = (label: string, sentence: string): HTMLElement =>
  button(label, () => say(sentence), { class: "term", title: sentence });

/** Creates the name of the technique of a step, which explains it. */
export const techniqueTerm = (step: { technique: string; name: string }): HTMLElement =>
  term(step.name, aboutTechnique(step.technique));

/** Creates the name of a level, in its colour. */
export const levelElement = (level: string): HTMLElement => h("span.level", { "data-level": level }, level);

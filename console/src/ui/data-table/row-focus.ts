/** Finds lists and rows for the keys of lists: in the layer in which a key is pressed. */

export const ROW = 'tr[data-row]'
const LIST = '[data-list]'
/** Dialogs and menus, which are at the end of the document. */
const LAYER = '[data-portal]'

/** The dialog or menu that has the element; null for the page. */
export const layerWith = (element: Element): Element | null => element.closest(LAYER)

/** The dialog or menu that the event is in. Its target may have left the document by now, so its path tells. */
export const layerOf = (event: Event): Element | null =>
  event.composedPath().find((node): node is Element => node instanceof Element && node.matches(LAYER)) ?? null

export const listsOf = (layer: Element | null): readonly Element[] =>
  [...document.querySelectorAll(LIST)].filter((list) => layerWith(list) === layer)

/** Moves the focus between the rows of all lists of a layer. If no row has it, the first row gets it. */
export function moveFocus(layer: Element | null, step: 1 | -1): void {
  const rows = listsOf(layer).flatMap((list) => [...list.querySelectorAll<HTMLElement>(ROW)])
  const focused = document.activeElement?.closest('tr')
  // The details of a row are a row of their own, below it.
  const row = focused?.matches(ROW) === false ? focused.previousElementSibling : focused
  const now = rows.findIndex((one) => one.isSameNode(row ?? null))
  rows[now === -1 ? 0 : now + step]?.focus()
}

/**
 * Menus and dialogs are rendered at the end of the document and handle Escape themselves. Without transitions the target
 * has left the document by now, so the path of the event tells.
 */
export const isInPortal = (event: Event): boolean =>
  event.composedPath().some((node) => node instanceof Element && node.matches('[data-portal]'))

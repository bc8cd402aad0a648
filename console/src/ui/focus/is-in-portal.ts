/** Menus and dialogs are rendered at the end of the document and handle Escape themselves. */
export const isInPortal = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-portal]') !== null

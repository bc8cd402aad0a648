/** Menus and dialogs stand at the end of the document, wherever they were opened, and close themselves. */
export const isInPortal = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-portal]') !== null

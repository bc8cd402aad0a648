/** A confirmation is above the dialog that asks for it, whichever of them was in the document first; menus are above both. */
export const CONFIRM_LAYER = 250
/** Toasts are above pages and dialogs. */
export const TOAST_LAYER = 1000

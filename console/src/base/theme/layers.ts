/** Toasts are above pages and dialogs. */
export const TOAST_LAYER = 1000

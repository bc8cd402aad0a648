/** How many focused elements to remember: enough to return from menus and dialogs that opened each other. */
const REMEMBERED = 20
const SUBTREE = { childList: true, subtree: true }
const DIALOG = '[role="dialog"][aria-modal="true"]'

/**
 * Returns the focus to where the user worked when a menu or dialog with the focus is removed. Mantine cannot do it for
 * dialogs that a menu opened, or that unmount when they close. Returns a function that stops it.
 */
export function returnFocus(): () => void {
  let visited: HTMLElement[] = []
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) visited = [target, ...visited].slice(0, REMEMBERED)
  }
  const goBack = () => {
    if (document.activeElement !== document.body) return
    const dialog = [...document.querySelectorAll(DIALOG)].at(-1)
    const isBefore = (one: HTMLElement) =>
      dialog === undefined ? one.isConnected && one.closest('[data-portal], nav') === null : dialog.contains(one)
    visited.find(isBefore)?.focus({ preventScroll: true })
  }
  const overlays = new MutationObserver((changes) => {
    const [last] = visited
    const hadFocus = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last ?? null)))
    if (last !== undefined && hadFocus) goBack()
  })
  const portals = new MutationObserver(() => observePortals())
  function observePortals() {
    for (const portal of document.querySelectorAll('body > [data-portal]')) overlays.observe(portal, SUBTREE)
  }
  observePortals()
  portals.observe(document.body, { childList: true })
  document.addEventListener('focusin', remember)
  return () => {
    portals.disconnect()
    overlays.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

/** Browser APIs that Mantine needs and jsdom lacks. */
class NoResizeObserver implements ResizeObserver {
  observe() {
    return undefined
  }
  unobserve() {
    return undefined
  }
  disconnect() {
    return undefined
  }
}

export function installBrowserShims(): void {
  window.matchMedia = (media) => ({
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })
  window.ResizeObserver = NoResizeObserver
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
}

/** A ref of the frame around a scroller: sets `data-more-left` and `data-more-right` while there is more at that side. */
export function watchScrollEdges(frame: HTMLElement | null): (() => void) | undefined {
  const scroller = frame?.firstElementChild
  if (frame === null || scroller === null || scroller === undefined) return undefined
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller
    frame.toggleAttribute('data-more-left', scrollLeft > 1)
    frame.toggleAttribute('data-more-right', scrollLeft + clientWidth < scrollWidth - 1)
  }
  look()
  scroller.addEventListener('scroll', look, { passive: true })
  const sizes = new ResizeObserver(look)
  for (const part of [scroller, ...scroller.children]) sizes.observe(part)
  return () => {
    scroller.removeEventListener('scroll', look)
    sizes.disconnect()
  }
}

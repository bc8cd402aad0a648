/** Does something once what is rendered now is on the screen; answers how to call it off. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer = setTimeout(task)
  }
  // Nothing is painted in a tab that nobody sees.
  const frame = document.hidden ? undefined : requestAnimationFrame(soon)
  if (frame === undefined) soon()
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

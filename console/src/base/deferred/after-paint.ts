/** Runs something after the current render has been painted; returns a function that cancels it. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer = setTimeout(task)
  }
  // A hidden tab never paints.
  const frame = document.hidden ? undefined : requestAnimationFrame(soon)
  if (frame === undefined) soon()
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

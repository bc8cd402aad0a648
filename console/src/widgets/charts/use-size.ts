import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export interface MeasuredSize {
  readonly width: number
  readonly height: number
}

/** An element's size, measured before the first paint, so that nothing is drawn at a wrong size. */
export function useSize(): MeasuredSize & { readonly ref: RefObject<HTMLDivElement | null> } {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<MeasuredSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current: element } = ref
    if (element === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ...size, ref }
}

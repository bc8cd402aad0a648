import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './chart.module.css'
import { type TooltipContent, tooltipElement } from './tooltip-content.ts'

interface ChartTooltipProps {
  readonly content: TooltipContent
  /** The pointer, in the window. */
  readonly at: { readonly x: number; readonly y: number }
}

/** Far enough from the pointer not to be under it. */
const GAP_PX = 18

/** The tooltip of a chart that is not drawn by ECharts, which has its own; beside the pointer, inside of the window. */
export function ChartTooltip({ content, at: { x, y } }: ChartTooltipProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: element } = box
    if (element === null) return
    element.replaceChildren(tooltipElement(content))
    const { width, height } = element.getBoundingClientRect()
    const left = x + GAP_PX + width > window.innerWidth ? x - GAP_PX - width : x + GAP_PX
    const top = Math.min(y + GAP_PX, window.innerHeight - height)
    Object.assign(element.style, { left: `${Math.max(left, 0)}px`, top: `${Math.max(top, 0)}px` })
  }, [content, x, y])
  return createPortal(<div ref={box} className={`ly-chart-tooltip ${classes['tooltip']}`} />, document.body)
}

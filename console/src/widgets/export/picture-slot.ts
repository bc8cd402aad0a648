/** Where a widget's chart leaves what it draws, so that the widget's menu can make a file of it. */
import { createContext, type RefObject, use, useEffect } from 'react'
import type { ChartOption } from '../charts/chart-option.ts'

export interface Picture {
  readonly option: ChartOption
  readonly width: number
  readonly height: number
  readonly legend: readonly { readonly name: string; readonly color: string }[]
}

const PictureSlotContext = createContext<RefObject<Picture | undefined> | undefined>(undefined)
export const PictureSlotProvider = PictureSlotContext.Provider

export function usePictureSlot(picture: Picture): void {
  const slot = use(PictureSlotContext)
  useEffect(() => {
    if (slot === undefined) return
    slot.current = picture
    return () => {
      slot.current = undefined
    }
  }, [slot, picture])
}

/** What the chart of this widget draws at the moment. */
export function usePicture(): () => Picture | undefined {
  const slot = use(PictureSlotContext)
  return () => slot?.current
}

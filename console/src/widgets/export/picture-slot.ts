/** Where a widget's chart registers its option, so that the widget's menu can export it as an image. */
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

/** The option that this widget's chart currently draws. */
export function usePicture(): () => Picture | undefined {
  const slot = use(PictureSlotContext)
  return () => slot?.current
}

/** Where a widget's chart registers its option, so that the widget's menu can export it as an image. */
import { createContext, type RefObject, use, useEffect } from 'react'
import type { ChartOption } from '../charts/chart-option.ts'

export interface Picture {
  readonly option: () => ChartOption | Promise<ChartOption>
  readonly width: number
  readonly height: number
  readonly legend: readonly { readonly name: string; readonly color: string }[]
}

const ChartPictureContext = createContext<RefObject<Picture | undefined> | undefined>(undefined)
export const ChartPictureProvider = ChartPictureContext.Provider

export function useRegisterPicture(picture: Picture): void {
  const registered = use(ChartPictureContext)
  useEffect(() => {
    if (registered === undefined) return
    registered.current = picture
    return () => {
      registered.current = undefined
    }
  }, [registered, picture])
}

/** The option that this widget's chart currently draws. */
export function usePicture(): () => Picture | undefined {
  const registered = use(ChartPictureContext)
  return () => registered?.current
}

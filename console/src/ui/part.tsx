import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

export interface Part<Props> {
  (props: Props & { readonly fallback?: ReactNode }): ReactNode
  /** Fetches it ahead of its first show. */
  readonly prepare: () => Promise<void>
}

/**
 * A component of its own bundle, fetched once the fallback in its place is on the screen. Unlike `lazy` it stands there
 * as soon as it is here: React holds back for 300 ms whatever takes a fallback's place, which on the way to the first
 * screen is most of the time that it takes.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const prepare = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component
      },
      (error: unknown) => {
        // The next who asks tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when its module is loaded
  function PartOfPage(props: Props & { readonly fallback?: ReactNode }) {
    const [, setIsHere] = useState(Loaded !== undefined)
    useEffect(() => {
      if (Loaded !== undefined) return
      let isShown = true
      const fetchIt = () =>
        prepare().then(
          () => isShown && setIsHere(true),
          (error: unknown) => {
            // For the page's error boundary.
            if (isShown) {
              setIsHere(() => {
                throw error
              })
            }
          },
        )
      const callOff = afterPaint(() => void fetchIt())
      return () => {
        isShown = false
        callOff()
      }
    }, [])
    return Loaded === undefined ? props.fallback : <Loaded {...props} />
  }
  return Object.assign(PartOfPage, { prepare })
}

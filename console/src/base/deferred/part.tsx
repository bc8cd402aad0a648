import type { ComponentType, ReactNode } from 'react'
import { useLoadedLater } from './use-loaded-later.ts'

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
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        // The next who asks tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const whatIsThere = () => loaded
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when its module is loaded
  function PartOfPage(props: Props & { readonly fallback?: ReactNode }) {
    const Loaded = useLoadedLater(whatIsThere, loadOnce)
    return Loaded === undefined ? props.fallback : <Loaded {...props} />
  }
  return Object.assign(PartOfPage, {
    async prepare() {
      await loadOnce()
    },
  })
}

import type { ComponentType, ReactNode } from 'react'
import { useLoadedLater } from './use-loaded-later.ts'

export interface Deferred<Props> {
  (props: Props & { readonly fallback?: ReactNode }): ReactNode
  /** Starts loading before the first render. */
  readonly prepare: () => Promise<void>
}

/**
 * A component in its own bundle, loaded after its fallback has been painted. Unlike `lazy` it is shown as soon as it is
 * loaded: React delays what replaces a Suspense fallback by 300 ms, which is most of the time to the first
 * screen.
 */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        // The next render tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const loadedAlready = () => loaded
  // biome-ignore lint/correctness/noComponentHookFactories: created once per call, when a module is loaded
  function DeferredComponent(props: Props & { readonly fallback?: ReactNode }) {
    const Loaded = useLoadedLater(loadedAlready, loadOnce)
    return Loaded === undefined ? props.fallback : <Loaded {...props} />
  }
  return Object.assign(DeferredComponent, {
    async prepare() {
      await loadOnce()
    },
  })
}

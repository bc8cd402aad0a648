import type { ComponentType, ReactNode } from 'react'
import { afterPaint } from './after-paint.ts'
import { afterFirstContent } from './first-content.ts'
import { type Start, useLoadedLater } from './use-loaded-later.ts'

interface DeferredProps {
  readonly fallback?: ReactNode
  /** `false` as long as only the fallback is needed. */
  readonly isWanted?: boolean
}

interface DeferredOptions {
  /** It is not part of what a page shows first, and must not delay that. */
  readonly isLater?: boolean
}

export interface Deferred<Props> {
  (props: Props & DeferredProps): ReactNode
  /** Starts loading before the first render. */
  readonly prepare: () => Promise<void>
}

/**
 * A component in its own bundle, loaded after its fallback has been painted. Unlike `lazy` it is shown as soon as it is
 * loaded: React delays what replaces a Suspense fallback by 300 ms, which is most of the time to the first
 * screen.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isLater = false }: DeferredOptions = {},
): Deferred<Props> {
  const start = isLater ? afterFirstContent : afterPaint
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
  function DeferredComponent(props: Props & DeferredProps) {
    const Loaded = useLoadedLater(loadedAlready, loadOnce, props.isWanted === false ? never : start)
    return Loaded === undefined ? props.fallback : <Loaded {...props} />
  }
  return Object.assign(DeferredComponent, {
    async prepare() {
      await loadOnce()
    },
  })
}

const never: Start = () => () => undefined

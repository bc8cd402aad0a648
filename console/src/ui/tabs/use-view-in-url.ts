import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'

interface ViewOptions {
  /** Other values of the address that belong to a view, and go with it. */
  readonly dropped?: Readonly<Record<string, undefined>>
  /** Whether the button Back of the browser skips the change. */
  readonly replace?: boolean
}

/** The open one of the `TabViews` of a page, which its address names. The first one needs no name. */
export function useViewInUrl(name: string, views: readonly [string, ...string[]], options: ViewOptions = {}) {
  const asked = useQueryValues().get(name)
  const setValues = useSetQueryValues()
  const [first] = views
  const { dropped, replace = false } = options
  return {
    value: views.find((one) => one === asked) ?? first,
    onChange: (next: string | null) =>
      setValues({ ...dropped, [name]: next === null || next === first ? undefined : next }, { replace }),
  }
}

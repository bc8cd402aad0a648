/** The state of a list: page, search, order, filters. Screens keep it in the URL, lists within screens locally. */
import { useMemo, useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'

type SortOrder = 'asc' | 'desc'

export interface ListPosition {
  readonly page: number
  readonly perPage: number
  readonly query: string
  readonly sort: string | undefined
  readonly order: SortOrder
  /** Values by the names in `filters`; absent if not set. */
  readonly filters: Readonly<Record<string, string | undefined>>
}
export interface ListState extends ListPosition {
  readonly pageSizes: readonly number[]
  goTo(page: number): void
  /** The changes below return to page 1, because they change the rows. */
  setPerPage(perPage: number): void
  search(query: string): void
  sortBy(sort: string, order: SortOrder): void
  filter(name: string, value: string | undefined): void
}

export interface ListOptions {
  readonly sort?: string
  readonly order?: SortOrder
  readonly filters?: readonly string[]
  readonly pageSizes?: readonly number[]
  /** The page size at first; the first of `pageSizes` by default. */
  readonly pageSize?: number
}

const PAGE_SIZES = [25, 50, 100]
const INNER_PAGE_SIZES = [5, 10, 30]

/** The parameters of the API's paginated calls. */
export const pageQueryOf = ({ page, perPage, query, sort, order }: ListPosition) => ({
  page,
  per_page: perPage,
  query,
  order,
  ...(sort === undefined ? {} : { sort }),
})

const positive = (text: string | null, fallback: number) => {
  const value = Number(text ?? fallback)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** The list of a screen: its state is in the URL, so that reload, Back and shared links show the same rows. */
export function useListState(options: ListOptions = {}): ListState {
  const values = useQueryValues()
  const setValues = useSetQueryValues()
  const { pageSizes = PAGE_SIZES, filters = [] } = options
  const usual = options.pageSize ?? pageSizes[0] ?? 10
  return useMemo(() => {
    const perPage = positive(values.get('per_page'), usual)
    return {
      page: positive(values.get('page'), 1),
      perPage: pageSizes.includes(perPage) ? perPage : usual,
      query: values.get('query') ?? '',
      sort: values.get('sort') ?? options.sort,
      order: orderOf(values.get('order'), options.order),
      filters: Object.fromEntries(filters.map((name) => [name, values.get(name) ?? undefined])),
      pageSizes,
      goTo: (page) => setValues({ page: page === 1 ? undefined : String(page) }),
      setPerPage: (size) => setValues({ per_page: size === usual ? undefined : String(size), page: undefined }),
      search: (query) => setValues({ query, page: undefined }),
      sortBy: (sort, order) => setValues({ sort, order, page: undefined }),
      filter: (name, value) => setValues({ [name]: value, page: undefined }),
    }
  }, [values, setValues, pageSizes, filters, usual, options.sort, options.order])
}

/** A list within a screen or a dialog, with local state. */
export function useInnerListState(options: ListOptions = {}): ListState {
  const { pageSizes = INNER_PAGE_SIZES } = options
  const [position, setPosition] = useState<ListPosition>({
    page: 1,
    perPage: pageSizes[0] ?? 5,
    query: '',
    sort: options.sort,
    order: options.order ?? 'asc',
    filters: {},
  })
  return useMemo(() => {
    const change = (changes: Partial<ListPosition>) => setPosition((old) => ({ ...old, page: 1, ...changes }))
    return {
      ...position,
      pageSizes,
      goTo: (page) => change({ page }),
      setPerPage: (perPage) => change({ perPage }),
      search: (query) => change({ query }),
      sortBy: (sort, order) => change({ sort, order }),
      filter: (name, value) => change({ filters: { ...position.filters, [name]: value } }),
    }
  }, [position, pageSizes])
}

const orderOf = (text: string | null, fallback: SortOrder = 'asc'): SortOrder =>
  text === 'asc' || text === 'desc' ? text : fallback

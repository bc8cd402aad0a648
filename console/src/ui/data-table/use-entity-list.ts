import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { useCall } from '../../base/services/services.tsx'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useTextIfAny } from '../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { type ListOptions, type ListPosition, type ListState, useInnerListState, useListState } from './list-state.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

interface ListSpec<Row, Data extends Page<Row>, Key extends QueryKey> {
  readonly query: (call: Call, position: ListPosition) => UseQueryOptions<Data, Error, Data, Key>
  /** The id of the toast of a failed load, with `{status}`. The same id with `.title` is its title, if there is one. */
  readonly failed: MessageId
  /** Replaces the text of that toast, such as the server's own words; `undefined`: the text stays. */
  readonly failedText?: (error: unknown) => string | undefined
}

function useList<Row, Data extends Page<Row>, Key extends QueryKey>(list: ListState, spec: ListSpec<Row, Data, Key>) {
  const { query, failed, failedText } = spec
  const ifAny = useTextIfAny()
  const result = useQuery(query(useCall(), list))
  const textOf = (status: string) => failedText?.(result.error) ?? ifAny(failed, { status }) ?? status
  useFailureToast(unlessMissing(result.error), textOf, ifAny(`${failed}.title`))
  return { list, result }
}

/** The list of a screen: `const roles = useEntityList({...})`, then `<DataTable {...roles} />`. */
export const useEntityList = <Row, Data extends Page<Row>, Key extends QueryKey>(
  spec: ListSpec<Row, Data, Key>,
  options?: ListOptions,
) => useList(useListState(options), spec)

/** A list within a screen, whose state is not in the URL. */
export const useInnerList = <Row, Data extends Page<Row>, Key extends QueryKey>(
  spec: ListSpec<Row, Data, Key>,
  options?: ListOptions,
) => useList(useInnerListState(options), spec)

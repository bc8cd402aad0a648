/** A change on the server: the question before it, the toast about its result, and the queries that it makes stale. */
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import type { Call } from '../../api/api-client.ts'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import type { MessageId } from '../../base/text/catalogues.ts'
import { type TextValues, useRichText, useTextIfAny } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useConfirm } from '../confirm/confirm.tsx'
import { DataName } from '../data-name.tsx'
import { type LinkedObject, LinkList } from './link-list.tsx'

/** The ids of texts that end with `End`, without that ending. */
export type Beginning<End extends string> = {
  [Id in MessageId]: Id extends `${infer Texts}${End}` ? Texts : never
}[MessageId]

export interface Action<Input, Output> {
  readonly run: (call: Call, input: Input) => Promise<Output>
  /**
   * The beginning of the ids of the toasts: `.done` on success, if there is such a text; `.failed` on failure, with
   * `{status}` for the reason, or `{message}` for the server's words. The titles, if there are such texts, are
   * `.done.title` and `.failed.title`.
   */
  readonly texts: Beginning<'.failed'>
  /** The id of the toast on success, for actions that share their other texts. */
  readonly done?: MessageId
  /**
   * The values in the texts; `output` is absent in the question and after a failure. Without this function they are the
   * properties of the input that are texts or numbers, such as its name.
   */
  readonly values?: (input: Input, output?: Output) => TextValues
  /** The queries that the change makes stale. The mutation is pending until they are refetched. */
  readonly changes: readonly QueryKey[]
  /** Whether the page itself shows this failure, so that it needs no toast. */
  readonly isShown?: (error: Error, input: Input) => boolean
  /** Replaces the reason of a failure in the texts; `status` is the usual one. */
  readonly reasonOf?: (error: Error, status: string) => string
  /** Replaces the text of the toast on failure, such as the server's own words; `undefined`: the text stays. */
  readonly failedText?: (error: Error) => string | undefined
}

/** `const remove = useAction({...})`, then `remove.mutate(role)`. */
export function useAction<Input, Output>(action: Action<Input, Output>): UseMutationResult<Output, Error, Input> {
  const call = useCall()
  const text = useTextIfAny()
  const notify = useNotify()
  const client = useQueryClient()
  const tellFailure = useTellFailure(action)
  const { texts, values = valuesIn, changes } = action
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => action.run(call, input),
    onSuccess: async (output, input) => {
      const { done = `${texts}.done` } = action
      const shown = values(input, output)
      const told = text(done, shown)
      if (told !== undefined) notify.success(told, text(`${done}.title`, shown))
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error, input) => {
      if (!action.isShown?.(error, input)) tellFailure(error, input)
    },
  })
}

/** Shows the toast about a failure of the action. */
function useTellFailure<Input, Output>(action: Action<Input, Output>) {
  const { texts, values = valuesIn, failedText, reasonOf = usual } = action
  const text = useTextIfAny()
  const notify = useNotify()
  return (error: Error, input: Input): undefined => {
    const status = reasonOf(error, statusText(error))
    const shown = { ...values(input), status, message: error.message }
    const told = failedText?.(error) ?? text(`${texts}.failed`, shown) ?? status
    notify.error(told, text(`${texts}.failed.title`, shown))
  }
}

const usual = (_: Error, status: string) => status

function valuesIn(input: unknown): TextValues {
  if (typeof input !== 'object' || input === null) return {}
  const isValue = ([, value]: readonly [string, unknown]) => typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(Object.entries(input).filter(isValue))
}

export interface AskedAction<Input, Output> extends Action<Input, Output> {
  /** The beginning of the ids of the question: `.title`, `.text` and `.confirm`, with the values of `values`. */
  readonly question: Beginning<'.title'>
  /** The id of the question's button, for questions that share it. */
  readonly confirmLabel?: MessageId
  /** The id of the text of the question, if it shows the values as names that users gave. */
  readonly namedText?: MessageId
  /** Replaces the text of the question. If it fails, nothing is asked, and the failure is that of the action. */
  readonly questionText?: (input: Input) => ReactNode | Promise<ReactNode>
  /** Whether the action destroys nothing; the button of the question is not red then. */
  readonly isHarmless?: boolean
  /** Objects that prevent the action. If there are some, a dialog with links to them replaces the question. */
  readonly hindrances?: {
    readonly find: (call: Call, input: Input) => Promise<readonly LinkedObject[]>
    /** The beginning of the ids of the dialog: `.title` and `.text`. */
    readonly texts: Beginning<'.title'>
    /** The toast if `find` fails. */
    readonly failed: Beginning<'.title'> & MessageId
  }
}

/** Asks and acts; resolves to true on success. */
type Ask<Input> = ((input: Input) => Promise<boolean>) & {
  readonly isPending: boolean
  /** Input of the action while it is pending. */
  readonly variables: Input | undefined
}

/** An action that asks first: `const remove = useAskedAction({...})`, then `remove(role)`. */
export function useAskedAction<Input, Output>(action: AskedAction<Input, Output>): Ask<Input> {
  const call = useCall()
  const text = useTextIfAny()
  const rich = useRichText()
  const notify = useNotify()
  const confirm = useConfirm()
  const tellFailure = useTellFailure(action)
  const { mutateAsync, isPending, variables } = useAction(action)
  const {
    values: valuesOf = valuesIn,
    question,
    questionText = wordsOf,
    confirmLabel = `${question}.confirm`,
    isHarmless = false,
    hindrances,
  } = action

  function wordsOf(input: Input): ReactNode {
    const values = valuesOf(input)
    if (action.namedText === undefined) return text(`${question}.text`, values) ?? ''
    const names = Object.entries(values).map(([name, value]) => [name, createElement(DataName, null, String(value))])
    return rich(action.namedText, Object.fromEntries(names))
  }

  async function isHindered(input: Input): Promise<boolean> {
    if (hindrances === undefined) return false
    const { find, texts, failed } = hindrances
    const values = valuesOf(input)
    try {
      const found = await find(call, input)
      if (found.length === 0) return false
      const links = createElement(LinkList, { text: text(`${texts}.text`, values), links: found })
      await confirm({ title: text(`${texts}.title`, values) ?? '', text: links })
    } catch (error) {
      notify.error(text(failed, { status: statusText(error) }) ?? statusText(error), text(`${failed}.title`))
    }
    return true
  }

  async function ask(input: Input): Promise<boolean> {
    if (await isHindered(input)) return false
    const words = (id: string) => text(id, valuesOf(input)) ?? ''
    const findText = async () => questionText(input)
    const asked = await findText().catch((error: Error) => tellFailure(error, input))
    if (asked === undefined) return false
    const isSure = await confirm({
      title: words(`${question}.title`),
      text: asked,
      confirmLabel: words(confirmLabel),
      isDangerous: !isHarmless,
    })
    if (!isSure) return false
    return mutateAsync(input).then(
      () => true,
      () => false,
    )
  }
  // TanStack keeps the input after the mutation.
  return Object.assign(ask, { isPending, variables: isPending ? variables : undefined })
}

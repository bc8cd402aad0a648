/**
 * The state of a form: its values, the errors at its fields, whether it has unsaved changes, and saving. It asks before
 * the user leaves a page or dialog with unsaved changes. `EntityForm` renders the frame around its fields.
 */
import type { ValidationResult } from '@logyard/contract/http/envelope'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import type { Call } from '../../api/api-client.ts'
import { statusText } from '../../api/api-error.ts'
import { useLeaveGuard } from '../confirm/use-leave-guard.ts'
import { apiFieldErrors } from './api-field-errors.ts'
import { errorsOf, type Group, valueAt } from './field-groups.ts'
import { useFormHost } from './form-host.ts'
import { isError } from './is-error.ts'
import { sameValues } from './same-values.ts'
import { useLiveCheck } from './use-live-check.ts'

/** Errors by the name of the field. */
type FieldErrors = Readonly<Record<string, ReactNode>>
type Labels = Readonly<Record<string, string>>
type Changes<Values> = Partial<Values> | ((old: Values) => Partial<Values>)
type Titled<Values> = string | ((values: Values) => string)

export interface EntityFormSpec<Values extends object, Saved> {
  readonly initial: Values
  /** A new object can be saved as it is, a stored one only after a change. */
  readonly isNew: boolean
  /** The labels of the fields, for the list of errors. */
  readonly labels: Labels | ((values: Values) => Labels)
  /** The form's own checks: errors by field. Fields without an error are `undefined` or absent. */
  readonly problems?: (values: Values) => FieldErrors
  /** The form's name of a field, by the server's name of it. */
  readonly fieldOf?: (name: string, values: Values) => string
  /** The server's check of a draft, asked for when the user pauses. It never keeps the user from saving. */
  readonly check?: {
    /** The kind of the draft. The values of the form are added to it. */
    readonly key: readonly unknown[]
    readonly run: (call: Call, values: Values, signal: AbortSignal) => Promise<ValidationResult>
    readonly failed: { readonly title: Titled<Values>; readonly text: (status: string) => string }
  }
  /** Rejects with the server's error, which the form shows at its fields. */
  readonly save: (values: Values) => Promise<Saved>
  /** Finds the errors of fields in the server's error; absent: `apiFieldErrors`. */
  readonly fieldErrors?: (error: unknown) => FieldErrors | undefined
  /** The title above a server error that names no field; absent: only a toast shows the error. */
  readonly failedTitle?: Titled<Values>
  /** Runs after saving, for example to leave the page. A dialog closes by itself. */
  readonly onSaved?: (saved: Saved, values: Values) => unknown
}

/** The names of the values of a type. */
type NamesOf<Values, Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values] & string

interface Input {
  readonly name: string
  readonly error: ReactNode
  readonly onBlur: () => unknown
}
interface ChangedInput<Key extends 'value' | 'checked', Value> {
  readonly currentTarget: Readonly<Record<Key, Value>>
}

export interface EntityForm<Values extends object> {
  readonly values: Values
  /** The errors that are shown now. */
  readonly errors: FieldErrors
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isNew: boolean
  /** Whether a submit failed; all errors are listed then. */
  readonly isTried: boolean
  readonly labels: Labels
  /** The server's error that belongs to no field. */
  readonly general: { readonly title: string; readonly text: string } | undefined
  /** Changes some of the values. It is the same function in every render. */
  readonly change: (changes: Changes<Values>) => void
  /** Begins again with other values, as if they were stored. */
  reset(values: Values): void
  /** Tells the form which values are stored, if `save` fails after it has saved some of them. */
  store(values: Values): void
  submit(): Promise<void>
  /** Runs a function with the values, unless they have problems. Shows the server's errors as after a save. */
  attempt(run: (values: Values) => Promise<unknown>): Promise<void>
  /**
   * The props of `Fields`, for all values of the form or for the group with this name: the error at `config.url` is
   * that of `url` in the group `config`. A changed field shows its error.
   */
  group(name?: keyof Values & string): Group
  /** The props of a text field. */
  text(name: NamesOf<Values, string>): Input & {
    readonly value: string
    readonly onChange: (event: ChangedInput<'value', string>) => void
  }
  /** The props of a checkbox or switch. */
  flag(name: NamesOf<Values, boolean>): Omit<Input, 'onBlur'> & {
    readonly checked: boolean
    readonly onChange: (event: ChangedInput<'checked', boolean>) => void
  }
  /** The props of a number field; an empty one has the value `NaN`. */
  number(name: NamesOf<Values, number>): Input & {
    readonly value: number | ''
    readonly onChange: (value: number | string) => void
  }
  /** The props of a field that passes its value, not an event, such as a select. */
  choice<Name extends keyof Values & string>(
    name: Name,
  ): Input & { readonly value: Values[Name]; readonly onChange: (value: Values[Name]) => void }
}

interface Refusal<Values> {
  readonly values: Values
  readonly error: unknown
}

const NONE: FieldErrors = {}
const NO_FIELDS: ReadonlySet<string> = new Set()

export function useEntityForm<Values extends object, Saved>(spec: EntityFormSpec<Values, Saved>): EntityForm<Values> {
  const { isNew, labels, problems, save, onSaved, failedTitle, fieldErrors = apiFieldErrors } = spec
  const host = useFormHost()
  const [stored, setStored] = useState(spec.initial)
  const [values, setValues] = useState(spec.initial)
  /** The fields that the user has changed and left. Their errors are shown before the first submit. */
  const [left, setLeft] = useState(NO_FIELDS)
  const [isTried, setIsTried] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<Values>>()
  const refused = refusal === undefined ? undefined : fieldErrors(refusal.error)
  const isDirty = !sameValues(values, stored)
  useReportDirty(isDirty)

  const own = withoutEmpty(problems?.(values) ?? NONE)
  const isComplete = Object.keys(own).length === 0
  const fromServer = useServerErrors(spec, { values, refusal, refused, isChecked: isComplete && isDirty })
  const shown = Object.fromEntries(Object.entries(own).filter(([field]) => isTried || left.has(field)))
  const errors: FieldErrors = { ...fromServer, ...shown }

  const change = useChange(setValues)
  const begin = (next: Values) => {
    setStored(next)
    setLeft(NO_FIELDS)
    setIsTried(false)
    setRefusal(undefined)
  }
  async function attempt(run: (values: Values) => Promise<unknown>) {
    setIsTried(true)
    if (!isComplete) return
    try {
      await run(values)
    } catch (error) {
      setRefusal({ values, error })
    }
  }
  async function saveAll() {
    if (isSaving) return
    setIsSaving(true)
    try {
      const saved = await save(values)
      begin(values)
      onSaved?.(saved, values)
      host?.onSaved?.()
    } finally {
      setIsSaving(false)
    }
  }
  const leave = (names: readonly string[]) =>
    setLeft((old) => (names.every((name) => old.has(name)) ? old : new Set([...old, ...names])))
  // A field that the user only passed through gets no error: it would move the button that the user is about to click.
  const isTouched = (name: string) => !sameValues(valueAt(values, name), valueAt(stored, name))
  const input = (name: string): Input => ({
    name,
    error: errors[name],
    onBlur: () => isTouched(name) && leave([name]),
  })

  return {
    values,
    errors,
    isDirty,
    isSaving,
    isNew,
    isTried: isTried || refusal !== undefined,
    labels: typeof labels === 'function' ? labels(values) : labels,
    general: refused === undefined ? generalError(failedTitle, refusal) : undefined,
    change,
    reset(next) {
      begin(next)
      setValues(next)
    },
    store: setStored,
    submit: () => attempt(saveAll),
    attempt,
    ...fieldProps(values, input, setValues),
    group: (name) =>
      groupProps(values, errors, name, (next, changed) => {
        leave(changed)
        setValues(next)
      }),
  }
}

interface ServerErrors<Values> {
  readonly values: Values
  readonly refusal: Refusal<Values> | undefined
  readonly refused: FieldErrors | undefined
  /** Whether the server checks the draft now. */
  readonly isChecked: boolean
}

/** The server's errors: of the last refusal at unchanged fields, and of the check of the draft. */
function useServerErrors<Values extends object, Saved>(
  { check, fieldOf }: EntityFormSpec<Values, Saved>,
  { values, refusal, refused = NONE, isChecked }: ServerErrors<Values>,
): FieldErrors {
  const { errors } = useLiveCheck({
    // Without a check the values, among them passwords, are no key: each keystroke would be a query of its own.
    key: check === undefined ? [] : [...check.key, values],
    check: check !== undefined && isChecked ? (call, signal) => check.run(call, values, signal) : undefined,
    failed: { title: titleOf(check?.failed.title ?? '', values), text: check?.failed.text ?? (() => '') },
  })
  const renamed = (found: FieldErrors) =>
    Object.fromEntries(Object.entries(found).map(([name, error]) => [fieldOf?.(name, values) ?? name, error]))
  return { ...unchanged(renamed(refused), refusal?.values, values), ...renamed(errors) }
}

function useChange<Values>(setValues: (update: (old: Values) => Values) => void) {
  return useCallback(
    (changes: Changes<Values>) =>
      setValues((old) => ({ ...old, ...(typeof changes === 'function' ? changes(old) : changes) })),
    [setValues],
  )
}

/** The props of the fields, by the kind of their change events. */
function fieldProps<Values extends object>(
  values: Values,
  input: (name: string) => Input,
  setValues: (update: (old: Values) => Values) => void,
): Pick<EntityForm<Values>, 'text' | 'flag' | 'number' | 'choice'> {
  const set = (name: string, value: unknown) => setValues((old) => ({ ...old, [name]: value }))
  const current = (name: string): unknown => Reflect.get(values, name)
  return {
    text: (name) => ({
      ...input(name),
      value: String(current(name)),
      onChange: ({ currentTarget }) => set(name, currentTarget.value),
    }),
    flag: (name) => ({
      name,
      error: input(name).error,
      checked: current(name) === true,
      onChange: ({ currentTarget }) => set(name, currentTarget.checked),
    }),
    number: (name) => ({
      ...input(name),
      value: Number.isNaN(current(name)) ? '' : Number(current(name)),
      onChange: (value) => set(name, typeof value === 'number' ? value : Number.NaN),
    }),
    choice: (name) => ({ ...input(name), value: values[name], onChange: (value) => set(name, value) }),
  }
}

function groupProps<Values extends object>(
  values: Values,
  errors: FieldErrors,
  name: (keyof Values & string) | undefined,
  change: (update: (old: Values) => Values, changed: readonly string[]) => void,
): Group {
  if (name === undefined) {
    const onChange: Group['onChange'] = (changes) => change((old) => ({ ...old, ...changes }), Object.keys(changes))
    return { values: { ...Object(values) }, errors, onChange }
  }
  return {
    values: { ...Object(values[name]) },
    errors: errorsOf(name, errors),
    onChange: (changes) =>
      change(
        (old) => ({ ...old, [name]: { ...Object(old[name]), ...changes } }),
        Object.keys(changes).map((field) => `${name}.${field}`),
      ),
  }
}

/** Reports unsaved changes to the host of the form. Without a host, asks before the user leaves the page. */
function useReportDirty(isDirty: boolean): void {
  const host = useFormHost()
  const onDirty = host?.onDirty
  const id = useId()
  useEffect(() => {
    onDirty?.(isDirty, id)
    return () => onDirty?.(false, id)
  }, [onDirty, isDirty, id])
  useLeaveGuard(isDirty && host === undefined)
}

const withoutEmpty = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => isError(error)))

/** The server's errors at fields whose values are still those that it refused. */
function unchanged<Values extends object>(
  errors: FieldErrors,
  before: Values | undefined,
  values: Values,
): FieldErrors {
  if (before === undefined) return NONE
  const isUnchanged = (field: string) => sameValues(valueAt(before, field), valueAt(values, field))
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isUnchanged(field)))
}

const titleOf = <Values>(title: Titled<Values>, values: Values): string =>
  typeof title === 'string' ? title : title(values)

function generalError<Values extends object>(title: Titled<Values> | undefined, refusal: Refusal<Values> | undefined) {
  if (title === undefined || refusal === undefined) return undefined
  return {
    title: titleOf(title, refusal.values),
    text: refusal.error instanceof Error ? statusText(refusal.error) : String(refusal.error),
  }
}

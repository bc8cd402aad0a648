import { createRule, type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { useMemo, useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { useChosenPlaces } from '../places/use-chosen-places.ts'
import { readSimpleRule } from '../simple-rule/read-simple-rule.ts'
import { hasGaps, type SimpleRule } from '../simple-rule/simple-rule.ts'
import { writeSimpleRule } from '../simple-rule/write-simple-rule.ts'
import { type RuleValues, useSaveRule } from './use-save-rule.tsx'

export type RuleDraft = ReturnType<typeof useRuleDraft>

export interface InitialRule extends RuleValues {
  /** The same rule as a form, unless the form cannot show it. */
  readonly form: SimpleRule | undefined
}

/** The edited rule: its values, what of them is unsaved, and how they are saved. */
export function useRuleDraft(rule: RuleSource | undefined, { form: initialForm, ...initial }: InitialRule) {
  const may = useMay()
  const go = useGo()
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const isReadOnly = rule === undefined ? !may(createRule) : !may(updateRule, { id: rule.id })
  // The form may have gaps, with which its source cannot be read back.
  const [form, setForm] = useState(isReadOnly ? undefined : initialForm)
  const [isTried, setIsTried] = useState(false)
  const simple = useMemo(() => readSimpleRule(values.source), [values.source])
  const save = useSaveRule(rule)
  const places = useChosenPlaces()
  const isNew = rule === undefined
  const isChanged =
    values.source !== saved.source || values.description !== saved.description || (isNew && places.isChanged)
  useLeaveGuard(isChanged && !isReadOnly)
  /** `undefined` if the form has gaps, which it then shows, or if saving failed. */
  async function store(): Promise<RuleSource | undefined> {
    setIsTried(true)
    if ((form !== undefined && hasGaps(form)) || (isNew && (places.processing === undefined || !places.isComplete)))
      return undefined
    return save.run({ ...values, places: places.request })
  }
  const change = (part: Partial<RuleValues>) => setValues((old) => ({ ...old, ...part }))
  return {
    values,
    /** Where a new rule is to run. A stored one says in its heading where it runs. */
    places: isNew ? places : undefined,
    form,
    simple,
    isReadOnly,
    showsGaps: isTried,
    isUnchanged: !isNew && !isChanged,
    isSaving: save.isSaving,
    change,
    showForm: () => setForm(simple),
    showSource: () => setForm(undefined),
    changeForm(next: SimpleRule) {
      setForm(next)
      change({ source: writeSimpleRule(next) })
    },
    /** Saves and stays; a new rule's address becomes that of the stored one. */
    async apply() {
      const stored = await store()
      if (stored === undefined) return
      setSaved(values)
      if (isNew) go(routes.pipelines.rule(stored.id ?? ''), { isSaved: true, replace: true })
    },
    async saveAndClose() {
      const stored = await store()
      if (stored !== undefined) go(routes.pipelines.rules(), { isSaved: true })
    },
    /** Another version was restored on the server. */
    restored({ description, source }: RuleSource) {
      const next = { description: description ?? '', source }
      setForm(undefined)
      setValues(next)
      setSaved(next)
    },
  }
}

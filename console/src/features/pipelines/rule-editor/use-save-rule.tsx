import { type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { createPlacedRule, type RulePlace } from '@logyard/contract/pipelines/rule-places'
import { type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { renameRule } from '../model/rename-rule.ts'
import { PIPELINES_KEY, pipelinesQuery, pipelinesUsing, RULES_KEY } from '../pipeline-queries.ts'

export interface RuleValues {
  readonly description: string
  readonly source: string
}

interface SavedValues extends RuleValues {
  /** Where a new rule runs. */
  readonly places: readonly RulePlace[]
}

/** The title in a source that may not parse. */
const titleIn = (source: string) => /\brule\s*"((?:[^"\\]|\\.)*)"/i.exec(source)?.[1] ?? ''

/** Saves a new or an existing rule. After a rename it offers to change the pipelines that use the old name. */
export function useSaveRule(rule: RuleSource | undefined) {
  const id = rule?.id ?? ''
  const save = useAction({
    run: (call, { description, source, places }: SavedValues) => {
      const draft = { description, source }
      if (rule !== undefined) return call(updateRule, { params: { id }, body: draft })
      return call(createPlacedRule, { body: { rule: draft, places: [...places] } })
    },
    texts: rule === undefined ? 'pipelines.toast.ruleCreate' : 'pipelines.toast.ruleUpdate',
    values: ({ source }, stored) => ({ title: stored === undefined ? titleIn(source) : (stored.title ?? '') }),
    changes: rule === undefined ? [RULES_KEY, PIPELINES_KEY] : [RULES_KEY],
  })
  const offerRename = useOfferRename()
  return {
    isSaving: save.isPending,
    /** `undefined` if it failed, which a toast says. */
    run: async (values: SavedValues): Promise<RuleSource | undefined> => {
      const stored = await save.mutateAsync(values).catch((): undefined => undefined)
      if (stored === undefined) return undefined
      const before = rule?.title ?? undefined
      const after = stored.title ?? undefined
      if (before !== undefined && after !== undefined && before !== after) await offerRename(before, after)
      return stored
    },
  }
}

interface Renaming {
  readonly users: readonly PipelineSource[]
  readonly from: string
  readonly to: string
}

function useOfferRename() {
  const t = useText()
  const rich = useRichText()
  const intl = useIntl()
  const may = useMay()
  const client = useQueryClient()
  const confirm = useConfirm()
  const pipelines = useQuery(pipelinesQuery(useCall()))
  const rename = useAction({
    run: (call, { users, from, to }: Renaming) => {
      const renameIn = ({ id, description, source }: PipelineSource) =>
        call(updatePipeline, { params: { id: id ?? '' }, body: { description, source: renameRule(source, from, to) } })
      return Promise.all(users.map(renameIn))
    },
    texts: 'pipelines.toast.update',
    done: 'pipelines.toast.renamed',
    values: ({ users }) => ({ count: users.length }),
    changes: [PIPELINES_KEY],
  })
  return async (from: string, to: string): Promise<void> => {
    const users = pipelinesUsing(pipelines.data ?? [], from).filter(({ id }) => may(updatePipeline, { id }))
    if (users.length === 0) return
    const isWanted = await confirm({
      title: t('pipelines.rule.renamed.title'),
      text: rich('pipelines.rule.renamed.text', {
        from: <strong translate="no">{from}</strong>,
        to: <strong translate="no">{to}</strong>,
        count: users.length,
        pipelines: <span translate="no">{intl.formatList(users.map(({ title }) => `“${title ?? ''}”`))}</span>,
      }),
      confirmLabel: t('pipelines.rule.renamed.confirm', { count: users.length }),
      cancelLabel: t('pipelines.rule.renamed.cancel'),
    })
    if (!isWanted) return
    // Some pipelines may have been changed before one failed.
    await rename.mutateAsync({ users, from, to }).catch(() => client.invalidateQueries({ queryKey: PIPELINES_KEY }))
  }
}

import type { Constraint, PackEntity } from '@logyard/contract/content-packs/model-types'
import { useText } from '../../../../base/text/text.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { ConstraintTable } from '../../entities/constraint-table.tsx'
import { EntityTable } from '../../entities/entity-table.tsx'
import { PackFacts } from '../../entities/pack-facts.tsx'
import { ParameterTable } from '../../entities/parameter-table.tsx'
import { usesOf, withParameters } from '../draft/applied-parameters.ts'
import { draftEntities, type PackDraft } from '../draft/pack-draft.ts'

/** The pack as it will be uploaded. */
export function PreviewStep({ draft }: { draft: PackDraft }) {
  const t = useText()
  const entities = draftEntities(draft)
  return (
    <>
      <FormSection title={t('contentPacks.details')}>
        <PackFacts {...draft} />
      </FormSection>
      <FormSection title={t('contentPacks.constraints')}>
        <ConstraintTable results={constraintsOf(entities).map((constraint) => ({ constraint, fulfilled: true }))} />
      </FormSection>
      <FormSection title={t('contentPacks.entities')}>
        <EntityTable
          entities={entities.map((entity) => withParameters(entity, draft.applied[entity.id]))}
          parameters={draft.parameters}
        />
      </FormSection>
      <FormSection title={t('contentPacks.parameters')}>
        <ParameterTable parameters={draft.parameters} isUsed={(name) => usesOf(name, entities, draft.applied) > 0} />
      </FormSection>
    </>
  )
}

/** The constraints of all entities, each once. */
function constraintsOf(entities: readonly PackEntity[]): readonly Constraint[] {
  const all = entities.flatMap(({ constraints = [] }) => constraints)
  const byText = new Map(all.map((one) => [`${one.type} ${one.plugin ?? ''} ${one.version}`, one]))
  return [...byText.values()]
}

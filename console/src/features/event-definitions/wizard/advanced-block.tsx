import { Stack, TagsInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Fold } from '../../../ui/fields/fold.tsx'
import { ScheduleFields } from '../condition/schedule-fields.tsx'
import { CustomFields } from '../fields/custom-fields.tsx'
import { type BlockProps, blockOf } from '../model/block.ts'
import type { DefinitionDraft } from '../model/definition-draft.ts'
import classes from './definition-form.module.css'

interface AdvancedBlockProps extends BlockProps {
  readonly initial: DefinitionDraft
  /** Whether the address names the block. */
  readonly isNamed: boolean
}

/** Fields, key, tags and the schedule: folded away unless the definition uses them. */
export function AdvancedBlock({ initial, isNamed, ...props }: AdvancedBlockProps) {
  const t = useText()
  const { draft, errors, onChange } = props
  return (
    <section className={classes['block']} data-block="advanced" aria-label={t('definitions.block.advanced')}>
      <Fold
        label={t('definitions.block.advanced')}
        isOpenAtFirst={isNamed || isUsed(initial)}
        hasError={Object.keys(errors).some((key) => blockOf(key) === 'advanced')}
      >
        <Stack gap="xl" mt="md">
          <ScheduleFields {...props} />
          <CustomFields {...props} />
          <TagsInput
            maw={760}
            label={t('definitions.tags.optional')}
            attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
            value={[...draft.tags]}
            onChange={(tags) => onChange({ tags })}
          />
        </Stack>
      </Fold>
    </section>
  )
}

const isUsed = ({ config, field_spec: fields, tags, isScheduled }: DefinitionDraft) =>
  Object.keys(fields).length > 0 || tags.length > 0 || !isScheduled || config?.use_cron_scheduling === true

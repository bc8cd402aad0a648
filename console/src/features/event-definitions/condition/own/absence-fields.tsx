import type { AbsenceConfig } from '@logyard/contract/events/processor-configs'
import { useText } from '../../../../base/text/text.tsx'
import { DurationInput } from '../../../../ui/time/duration-input.tsx'
import { GroupByField } from '../field-inputs.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'

export function AbsenceFields({ config, errors, onConfig }: OwnFieldsProps<AbsenceConfig>) {
  const t = useText()
  return (
    <>
      <GroupByField
        label={t('definitions.groupBy.optional')}
        description={t('definitions.absence.groupBy.help')}
        streams={config.streams}
        value={config.group_by}
        error={errors['group_by']}
        onChange={(fields) => onConfig({ ...config, group_by: [...fields] })}
      />
      <DurationInput
        label={t('definitions.absence.silence')}
        valueMs={config.silence_ms}
        error={errors['silence_ms']}
        onChange={(ms) => onConfig({ ...config, silence_ms: ms })}
      />
      <DurationInput
        label={t('definitions.absence.remember')}
        description={t('definitions.absence.remember.help')}
        valueMs={config.remember_ms}
        error={errors['remember_ms']}
        onChange={(ms) => onConfig({ ...config, remember_ms: ms })}
      />
    </>
  )
}

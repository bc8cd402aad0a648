import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { Definition } from '../../../ui/definition-list.tsx'
import { headersOf, periodOf, shownCharacter, textOf } from '../model/config-values.ts'
import type { Config, Setting } from '../model/settings.ts'

/** A stored configuration, under the labels of its form. */
export function useConfigSummary(settings: readonly Setting[], config: Config): readonly Definition[] {
  const t = useText()
  const labelOf = (setting: Setting) => {
    const label = t(setting.label)
    return setting.kind === 'number' && setting.unit !== undefined ? t(`lookup.in.${setting.unit}`, { label }) : label
  }
  return settings.map((setting) => ({
    label: labelOf(setting),
    value: <SettingValue setting={setting} config={config} />,
  }))
}

function SettingValue({ setting, config }: { setting: Setting; config: Config }) {
  const t = useText()
  const value = config[setting.name]
  switch (setting.kind) {
    case 'flag':
      return t(value === true ? 'ui.yes' : 'ui.no')
    case 'text':
      return <Data text={setting.isCharacter === true ? shownCharacter(textOf(value)) : textOf(value)} />
    case 'number':
    case 'url':
      return <Data text={textOf(value)} />
    case 'choice': {
      const known = setting.options.find((option) => option.value === value)
      return known === undefined ? <Data text={textOf(value)} /> : t(known.label)
    }
    case 'period': {
      const { isOn, amount, unit } = periodOf(config, setting)
      return isOn && amount !== undefined
        ? t('lookup.period', { amount, unit: t(`lookup.unit.${unit}`) })
        : t('lookup.period.off')
    }
    case 'headers':
      return (
        <Data
          text={headersOf(value)
            .map(([name, text]) => `${name}: ${text}`)
            .join('\n')}
        />
      )
    case 'secret':
      return textOf(value) === '' ? '-' : t('lookup.secret.set')
    default:
      return setting satisfies never
  }
}

function Data({ text }: { text: string }) {
  if (text === '') return '-'
  return (
    <Text span inherit translate="no" style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </Text>
  )
}

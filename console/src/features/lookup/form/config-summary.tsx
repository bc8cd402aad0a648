import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { headersOf, periodOf, shownCharacter, textOf } from '../model/config-values.ts'
import type { Config, Setting } from '../model/settings.ts'

/** A stored configuration, under the labels of its form. */
export function ConfigSummary({ settings, config }: { settings: readonly Setting[]; config: Config }) {
  const t = useText()
  const shownValue = (setting: Setting): Definition['value'] => {
    const value = config[setting.name]
    switch (setting.kind) {
      case 'flag':
        return value === true
      case 'text':
        return setting.isCharacter === true ? shownCharacter(textOf(value)) : textOf(value)
      case 'number':
      case 'url':
        return textOf(value)
      case 'choice': {
        const known = setting.options.find((option) => option.value === value)
        return known === undefined ? textOf(value) : <span>{t(known.label)}</span>
      }
      case 'period': {
        const { isOn, amount, unit } = periodOf(config, setting)
        if (!isOn || amount === undefined) return <span>{t('lookup.period.off')}</span>
        return <span>{t('lookup.period', { amount, unit: t(`lookup.unit.${unit}`) })}</span>
      }
      case 'headers':
        return headersOf(value)
          .map(([name, text]) => `${name}: ${text}`)
          .join(', ')
      case 'secret':
        return textOf(value) === '' ? '' : <Text inherit>{t('lookup.secret.set')}</Text>
      default:
        return setting satisfies never
    }
  }
  const labelOf = (setting: Setting) => {
    const label = t(setting.label)
    return setting.kind === 'number' && setting.unit !== undefined ? t(`lookup.in.${setting.unit}`, { label }) : label
  }
  return <DefinitionList items={settings.map((setting) => ({ label: labelOf(setting), value: shownValue(setting) }))} />
}

import type { ExtractorType } from '@logyard/contract/extractors/extractors'
import { IconArrowRight } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import classes from './extractor-list.module.css'
import { namesItsFields } from './model/extractor-settings.ts'

interface ExtractorWayProps {
  readonly source: string
  readonly target: string
  /** Undefined for an unknown type. */
  readonly type: ExtractorType | undefined
}

/** The source field and the target field of an extractor. */
export function ExtractorWay({ source, target, type }: ExtractorWayProps) {
  const t = useText()
  return (
    <span className={classes['way']}>
      <span translate="no">{source === '' ? '–' : source}</span>
      <IconArrowRight size={13} role="img" aria-label={t('extractors.into')} />
      {type !== undefined && namesItsFields(type) ? (
        <em>{t('extractors.severalFields')}</em>
      ) : (
        <span translate="no">{target === '' ? '–' : target}</span>
      )}
    </span>
  )
}

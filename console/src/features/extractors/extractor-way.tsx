import type { ExtractorType } from '@logyard/contract/extractors/extractors'
import { IconArrowRight } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import classes from './extractor-list.module.css'
import { extractedFields } from './model/extracted-fields.ts'
import { namesItsFields } from './model/extractor-settings.ts'

interface ExtractorWayProps {
  readonly source: string
  readonly target: string
  /** Undefined for an unknown type. */
  readonly type: ExtractorType | undefined
  /** Names the fields of a grok extractor. */
  readonly config?: Readonly<Record<string, unknown>>
}

/** The source field and the target field of an extractor. */
export function ExtractorWay({ source, target, type, config }: ExtractorWayProps) {
  const t = useText()
  const pattern = config?.['grok_pattern']
  const fields = type === 'grok' && typeof pattern === 'string' ? extractedFields(pattern) : []
  return (
    <span className={classes['way']}>
      <span translate="no">{source === '' ? '–' : source}</span>
      <IconArrowRight size={13} role="img" aria-label={t('extractors.into')} />
      {type !== undefined && namesItsFields(type) && fields.length === 0 ? (
        <em>{t(type === 'json' ? 'extractors.keysOfJson' : 'extractors.severalFields')}</em>
      ) : (
        <span translate="no">{fields.join(', ') || target || '–'}</span>
      )}
    </span>
  )
}

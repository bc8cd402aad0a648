import { Config } from './config.ts'

/** The settings as the README's table: a test keeps the two the same. */
export function settingsTable(): string {
  const rows = Object.entries<object>(Config.properties).map(([name, schema]) => {
    const fallback = 'default' in schema ? String(schema.default) : ''
    const meaning = 'description' in schema ? schema.description : ''
    return `| \`${name}\` | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${meaning} |`
  })
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

import { Config } from './config.ts'

/** Formats the settings as the table in the README; a test compares the two. */
export function settingsTable(): string {
  const rows = Object.entries<object>(Config.properties).map(([name, schema]) => {
    const fallback = 'default' in schema ? String(schema.default) : ''
    const meaning = 'description' in schema ? schema.description : ''
    return `| \`${name}\` | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${meaning} |`
  })
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

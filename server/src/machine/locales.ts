/** Languages, with regions where the spelling differs. */
const TAGS =
  'ar bg bn ca cs da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es es-AR es-CL es-CO es-ES ' +
  'es-MX et fa fi fil fr fr-BE fr-CA fr-CH fr-FR ga he hi hr hu id is it it-CH it-IT ja ko lt lv ms nb nl nl-BE nl-NL ' +
  'nn pl pt pt-BR pt-PT ro ru sk sl sr sv sw ta te th tr uk ur vi zh zh-CN zh-HK zh-TW'

/** Locales by tag, with names in English. */
export function listLocales() {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return Object.fromEntries(
    TAGS.split(' ').map((tag) => [tag, { language_tag: tag, display_name: names.of(tag) ?? tag }]),
  )
}

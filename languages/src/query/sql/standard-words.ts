const LETTER = String.raw`[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{M}\u200c\u200d\u00ad]*`
const WORD = new RegExp(
  String.raw`(?:${LETTER}(?:[.:'’·]${LETTER})*|\p{Nd}(?:[.,;'’]\p{Nd})*|\p{Pc})+|[\p{Script=Han}\p{Script=Hiragana}]|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{M}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]*`,
  'gu',
)

/** Words as the standard analysis finds them. */
export function standardWords(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.matchAll(WORD)) {
    if (!/[\p{L}\p{N}]/u.test(word)) continue
    for (let at = 0; at < word.length; at += 255) words.push(word.slice(at, at + 255).toLowerCase())
  }
  return words
}

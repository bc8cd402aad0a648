// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { expect, test } from 'vitest'
import { MAX_TEMPLATE_LENGTH, parseTemplate, renderTemplate } from './freemarker.ts'
import { TemplateError } from './template-error.ts'

const data = {
  sidecar: { nodeId: 'id-1', nodeName: 'web-1', operatingSystem: 'Linux', sidecarVersion: '1.5.0' },
  user: { block: 'a: 1\nb: 2', empty: '', list: 'x,y,z', port: '5044' },
}

function rendered(template: string, others: Readonly<Record<string, string>> = {}): string {
  return renderTemplate(parseTemplate(template), data, {
    findTemplate: (name) => (others[name] === undefined ? undefined : parseTemplate(others[name])),
  })
}

test.each<[template: string, text: string]>([
  ['no line break', 'no line break\n'],
  ['one line break\n', 'one line break\n'],
  ['$ # < { } <Input file> $x #y </Input> <%a%> <# x>', '$ # < { } <Input file> $x #y </Input> <%a%> <# x>\n'],
  ['${sidecar.nodeName}:${user["port"]}', 'web-1:5044\n'],
  ["${'$'}{HOME}", '${HOME}\n'],
  ['<#noparse>${HOME} <#if></#noparse>', '${HOME} <#if>\n'],
  ['${r"${raw} \\n"}', '${raw} \\n\n'],
  ['${"a\\tb\\x41\\{"}', 'a\tbA{\n'],
  ['${"<${sidecar.nodeName}>"}', '<web-1>\n'],
  ['${user.a!"x"}|${user.a!}|${(nobody.a)!"y"}|${user.a???c}|${user.port???c}', 'x||y|false|true\n'],
  ['${user.empty!"unused"}|${user.empty?has_content?c}|${user.a?has_content?c}', '|false|false\n'],
  [
    '${1000}|${1000?c}|${1234.5678}|${0.1 + 0.2}|${(0.1 + 0.2)?c}|#{1234.5; m2M3}',
    '1,000|1000|1,234.568|0.3|0.3|1234.50\n',
  ],
  ['${7 % 4}|${7 / 2}|${2 + 3 * 4}|${(2 + 3) * 4}|${-2 + 1}|${"a" + 1}', '3|3.5|14|20|-1|a1\n'],
  ['${(1 < 2)?c}|${(1 lt 2)?c}|${(2 gte 2)?c}|${("a" == "b")?c}|${(1 = 1 && !false)?c}', 'true|true|true|false|true\n'],
  ['<#if 1 lt 2 || nothing>yes</#if>', 'yes\n'],
  [
    '${"Abc"?upper_case}|${"Abc"?lower_case}|${"abc"?cap_first}|${"Abc"?uncap_first}|${" a "?trim}',
    'ABC|abc|Abc|abc|a\n',
  ],
  [
    '${"abc"?length}|${"abc"?contains("b")?c}|${"abc"?starts_with("a")?c}|${"abc"?ends_with("a")?c}',
    '3|true|true|false\n',
  ],
  [
    '${"a.b.c"?replace(".", "-")}|${"a1b2"?replace("[0-9]", "<$0>", "r")}|${"aa"?replace("a", "b", "f")}',
    'a-b-c|a<1>b<2>|ba\n',
  ],
  ['${user.list?split(",")?join("+")}|${user.list?split(",")?size}|${"a1b"?split("[0-9]", "r")[1]}', 'x+y+z|3|b\n'],
  ['${"abc"?matches("a.c")?c}|${"abcd"?matches("a.c")?c}', 'true|false\n'],
  ['<#list ["ab", "AB"] as x>${x?matches("a.")?c}${x?matches("a.", "i")?c} </#list>', 'truetrue falsetrue \n'],
  ['${(1..300)?join(",")?length}|${"a-b-a"?last_index_of("a")}|${["b", "a"]?sort?join("")}', '1,091|4|ab\n'],
  ['${"abcdef"?substring(2, 4)}|${"abcdef"[2..3]}|${"abcdef"[4..]}|${"abc"?index_of("c")}', 'cd|cd|ef|2\n'],
  ['${"12"?number + 1}|${true?string}|${true?string("on", "off")}|${false?then("on", "off")}', '13|true|on|off\n'],
  ['${"b"?switch("a", 1, "b", 2, 3)}|${"z"?switch("a", 1, 3)}', '2|3\n'],
  ['${{"a": 1, "b": 2}?keys?join(",")}|${({"a": 1} + {"b": 2})?values?join(",")}', 'a,b|1,2\n'],
  [
    '${sidecar?keys?size}|${[1, 2]?size}|${([1] + [2, 3])?join(" ")}|${(1..3)?join(",")}|${(3..1)?join("")}',
    '4|2|1 2 3|1,2,3|321\n',
  ],
])('%j is rendered', (template, text) => {
  expect(rendered(template)).toBe(text)
})

test.each<[template: string, text: string]>([
  ['<#if sidecar.operatingSystem == "Linux">a<#elseif true>c<#else>b</#if>', 'a\n'],
  ['<#if user.port?number gt 6000>a<#elseif user.port == "5044">b<#else>c</#if>', 'b\n'],
  ['<#if (user.port?number > 6000)>a<#else>c</#if>', 'c\n'],
  [
    '<#switch user.port><#case "1">one<#break><#case "5044">beats<#case "x">on<#break><#default>d</#switch>',
    'beatson\n',
  ],
  ['<#switch "q"><#case "1">one<#break><#default>d</#switch>', 'd\n'],
  ['<#list user.list?split(",") as x>${x?index}${x}<#sep>, </#list>', '0x, 1y, 2z\n'],
  ['<#list [] as x>${x}<#else>none</#list>', 'none\n'],
  ['<#list 1..9 as x><#if x == 2><#continue></#if><#if x == 4><#break></#if>${x}</#list>', '13\n'],
  ['<#list {"a": 1, "b": 2} as key, value>${key}=${value};</#list>', 'a=1;b=2;\n'],
  ['<#list [1, 2]>[<#items as x>${x}<#sep>,</#sep></#items>]<#else>none</#list>', '[1,2]\n'],
  ['<#assign a = 1 b = "x">${a}${b}<#assign a += 2>${a}<#assign a++>${a}', '1x34\n'],
  ['<#assign a><b>${user.port}</b></#assign>${a}', '<b>5044</b>\n'],
  ['<#macro box text color="red">[${text} ${color}]</#macro><@box text="a"/><@box "b" "blue" />', '[a red][b blue]\n'],
  ['<#macro twice><#nested 1><#nested 2></#macro><@twice ; n>${n}-</@twice>', '1-2-\n'],
  ['<#macro all names...>${names?join(",")}</#macro><@all "a" "b"/>', 'a,b\n'],
  ['<#function sum a b><#return a + b></#function>${sum(1, 2)}', '3\n'],
  ['<#macro m><#local x = 1>${x}</#macro><@m/>${x!"none"}', '1none\n'],
  ['<#macro m><#if true>a<#return></#if>b</#macro><@m/>', 'a\n'],
  ['<#attempt>lost ${nothing}<#recover>saved</#attempt>', 'saved\n'],
  ['<#compress>\n  a   b\n\n\n c </#compress>', 'a b\nc\n'],
  ['<@indent count=4>${user.block}</@indent>', 'a: 1\n    b: 2\n'],
  ['<#-- ${nothing} -->a<#-- <#if> -->', 'a\n'],
  ['${user.list?split(",")[0]} <#include "other">', 'x port 5044\n'],
])('%j is rendered with its directives', (template, text) => {
  expect(rendered(template, { other: 'port ${user.port}' })).toBe(text)
})

test.each<[template: string, text: string]>([
  ['a\n<#if true>\nb\n</#if>\nc', 'a\nb\nc\n'],
  ['a\n<#-- note -->\nb', 'a\nb\n'],
  ['top\n  <#assign a = 1>\nz', 'top\n  z\n'],
  ['<#list 1..2 as x>\n  - ${x}\n</#list>\nend', '  - 1\n  - 2\nend\n'],
  ['  a <#t>\n  b', 'a  b\n'],
  ['  a <#rt>\n  b', '  a  b\n'],
  ['  a <#lt>\n  b', 'a \n  b\n'],
  ['<#if true><#nt>\nb</#if>', '\nb\n'],
  ['<#if true> x </#if>\ny', ' x \ny\n'],
])('the white space of %j is stripped', (template, text) => {
  expect(rendered(template)).toBe(text)
})

test.each<[template: string, message: string]>([
  ['a\n ${user.missing}', 'user.missing has no value (line 2, column 8)'],
  ['${nobody.a!"x"}', 'nobody has no value (line 1, column 3)'],
  ['${true}', 'A boolean has no text: write ?c or ?then("yes", "no") (line 1, column 1)'],
  ['${user}', 'Expected a text or a number but this is a hash (line 1, column 1)'],
  ['${"a"?new()}', 'The built-in ?new is not allowed in templates (line 1, column 6)'],
  ['${"a"?nothing}', 'The built-in ?nothing is unknown (line 1, column 6)'],
  ['${"constructor"?toString}', 'The built-in ?toString is unknown (line 1, column 16)'],
  ['<#import "x" as y>', 'Unknown directive: #import (line 1, column 1)'],
  ['<#if true>', '<#if> has no closing tag (line 1, column 1)'],
  ['a</#if>', '</#if> closes nothing (line 1, column 2)'],
  ['${a', 'The interpolation has no closing } (line 1, column 3)'],
  ['${"a}', 'The text has no closing quote (line 1, column 3)'],
  ['#{"a"}', 'Expected a number but this is a text (line 1, column 1)'],
  ['${1 / 0}', 'Division by zero (line 1, column 5)'],
  ['<#if "a">b</#if>', 'Expected a boolean but this is a text (line 1, column 6)'],
  ['<@indent>x</@indent>', '<@indent> has one parameter: count (line 1, column 1)'],
  ['<@indent count=-1>x</@indent>', 'count is a number from 0 to 1000 (line 1, column 1)'],
  ['<@indent count=1 n=2>x</@indent>', '<@indent> has one parameter: count (line 1, column 1)'],
  ['<@nothing/>', 'There is no macro nothing (line 1, column 1)'],
  ['<#include "unknown">', 'There is no configuration with the id "unknown" (line 1, column 1)'],
  ['<#include "broken">', 'nothing has no value (line 3, column 3)'],
  ['<#stop "enough">', 'enough (line 1, column 1)'],
  ['<#break>', '<#break> is outside of a loop (line 1, column 1)'],
  ['${"a"?matches("(")?c}', expect.stringContaining('The regular expression is invalid')],
])('%j is refused with its place', (template, message) => {
  const others = { broken: 'a\n\n${nothing}' }
  expect(() => rendered(template, others)).toThrow(TemplateError)
  expect(problemOf(() => rendered(template, others))).toEqual(message)
})

const LIST = '<#assign s = 1..30000>'
const TEXT = '<#assign t = ""?left_pad(10000, "a")><#assign t = t + t + t + t>'
const HUGE = `1${'0'.repeat(400)}`

test.each<[name: string, template: string]>([
  ['an endless recursion', '<#macro m><@m/></#macro><@m/>'],
  ['templates that include themselves', '<#include "self">'],
  [
    'a loop in a loop in a loop',
    '<#list 1..1000 as a><#list 1..1000 as b><#list 1..1000 as c>x</#list></#list></#list>',
  ],
  ['a text that doubles', '<#assign a = "xxxxxxxxxx"><#list 1..40 as i><#assign a = a + a></#list>${a}'],
  ['a large range', '<#list 1..1000000000 as i>${i}</#list>'],
  ['a long text between items', '${(1..1000)?join(""?left_pad(9999)?replace(" ", ""?left_pad(99)))}'],
  ['a long replacement', '${""?left_pad(9999)?replace(" ", ""?left_pad(9999))}'],
  ['a large padding', '${"a"?left_pad(1000000000)}'],
  ['an output without end', '<#list 1..4000 as i><@indent count=1000>\n\n\n\n\n</@indent></#list>'],
  [
    'a regular expression with many ways',
    '<#list 1..100000 as i>${"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"?matches("(a*)*b")?c}</#list>',
  ],
  ['loops over a long sequence that end at once', `${LIST}<#list 1..10000 as i><#list s as x><#break></#list></#list>`],
  ['the rest of a long sequence in a loop', `${LIST}<#list 1..10000 as i><#assign q = s[1..]></#list>`],
  ['loops without a body', `${LIST}<#list 1..100 as i><#list s as x></#list></#list>`],
  [
    'a range of no known length',
    `<#list 1..(${HUGE} - ${HUGE}) as i></#list><#list 1..3000 as a><#list 1..3000 as b></#list></#list>`,
  ],
  ['a long part that a text nearly contains', `${TEXT}\${(t + t)?contains(t[0..150] + "b" + t)?c}`],
  ['a long part that a text nearly contains at its end', `${TEXT}\${(t + t)?last_index_of(t + "b")}`],
  ['a long text and a large regular expression', `${TEXT}\${t?matches("((a?){30}){30}b")?c}`],
  [
    'long texts that are compared',
    `${TEXT}<#assign b = t + "x"><#assign c = t + "y"><#list 1..9999 as i><#if b == c></#if></#list>`,
  ],
  [
    'a long text whose blanks are compressed',
    `${TEXT}<#list 1..999 as i><#assign x><#compress>\${t}</#compress></#assign></#list>`,
  ],
  ['a long chain', `\${${'1 + '.repeat(100_000)}1}`],
  ['many brackets', `\${${'('.repeat(50_000)}1${')'.repeat(50_000)}}`],
  ['many blocks', '<#if true>'.repeat(20_000)],
  ['a long template', 'x'.repeat(MAX_TEMPLATE_LENGTH + 1)],
])(
  '%s ends with an error soon',
  (_name, template) => {
    const others = { self: '<#include "self">' }
    expect(() => rendered(template, others)).toThrow(TemplateError)
  },
  5000,
)

test('random pieces of templates end in a text or in an error', () => {
  const pieces = [
    '${',
    '}',
    '<#if ',
    '</#if>',
    '<#list ',
    ' as x>',
    '</#list>',
    '<@',
    '</@>',
    '>',
    '/>',
    '"',
    "'",
    '(',
    ')',
  ]
  const more = [
    'user',
    '.port',
    '?upper_case',
    '!',
    '??',
    '..',
    '1',
    '\n',
    ' ',
    '<#sep>',
    '<#else>',
    '<#--',
    '-->',
    '#{',
    ';',
  ]
  const all = [...pieces, ...more]
  let seed = 7
  const next = (limit: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % limit
  }
  for (let round = 0; round < 5000; round += 1) {
    const template = Array.from({ length: next(12) + 1 }, () => all[next(all.length)]).join('')
    const problem = problemOf(() => rendered(template))
    expect(problem === undefined || / \(line \d+, column \d+\)$/.test(problem), template).toBe(true)
  }
})

function problemOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
}

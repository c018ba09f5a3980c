" Colours of the server's documents: headings, tables, quantities, severities, event references.
if exists('b:current_syntax')
  finish
endif

syntax match nsysaiTitle /^\S.*\n=\{3,}$/ contains=nsysaiRule
syntax match nsysaiHeading /^\S.*\n-\{3,}$/ contains=nsysaiRule
syntax match nsysaiTitle /^# .*$/
syntax match nsysaiHeading /^##\+ .*$/
syntax match nsysaiRule /^\%(=\{3,}\|-\{3,}\|─\{3,}\)$/
syntax match nsysaiNumber /\<\d[0-9,]*\%(\.\d\+\)\?\%( \?\%(ns\|us\|µs\|ms\|s\|B\|kB\|MB\|GB\|TB\|GB\/s\|%\)\%(\k\)\@!\)\?/
syntax match nsysaiReference /\<\%(kernel\|memcpy\|memset\|call\|runtime_call\|sync\|nvtx\|gap\):\d\+\%(:\d\+\)\?/
syntax match nsysaiNote /^- .*$/ contains=nsysaiNumber,nsysaiReference
" Two runs of blanks between words, and no digits but in p50.
syntax match nsysaiHeader /^  \%(\D\|p\d\d\?\)\{-}\S  \+\%(\D\|p\d\d\?\)\{-}\S  \+\%(\D\|p\d\d\?\)*$/
syntax match nsysaiHigh /^  \[high\] .*$/ contains=nsysaiReference
syntax match nsysaiMedium /^  \[medium\] .*$/ contains=nsysaiReference
syntax match nsysaiLow /^  \[\%(low\|information\)\] .*$/ contains=nsysaiReference
syntax match nsysaiAdvice /^    > .*\%(\n      \S.*\)*/ contains=nsysaiReference

highlight default link nsysaiTitle Title
highlight default link nsysaiHeading Title
highlight default link nsysaiHeader Identifier
highlight default link nsysaiRule NonText
highlight default link nsysaiNumber Number
highlight default link nsysaiReference Underlined
highlight default link nsysaiNote Comment
highlight default link nsysaiHigh DiagnosticError
highlight default link nsysaiMedium DiagnosticWarn
highlight default link nsysaiLow DiagnosticInfo
highlight default link nsysaiAdvice DiagnosticOk

let b:current_syntax = 'nsysai'

/* The operator's page as built, each file plain and compressed; TETHER_OPERATOR_* are their paths. */
    .section .rodata
    .macro embedded name, file
    .global tether_operator_\name\()_begin
    .global tether_operator_\name\()_end
tether_operator_\name\()_begin:
    .incbin "\file"
tether_operator_\name\()_end:
    .byte 0
    .endm
    embedded html, TETHER_OPERATOR_HTML
    embedded html_gz, TETHER_OPERATOR_HTML_GZ
    embedded js, TETHER_OPERATOR_JS
    embedded js_gz, TETHER_OPERATOR_JS_GZ
    embedded css, TETHER_OPERATOR_CSS
    embedded css_gz, TETHER_OPERATOR_CSS_GZ
    .section .note.GNU-stack,"",%progbits

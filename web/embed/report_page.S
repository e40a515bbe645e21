/* The built page, byte for byte; TETHER_REPORT_PAGE is its path. */
    .section .rodata
    .global tether_report_page_begin
    .global tether_report_page_end
tether_report_page_begin:
    .incbin TETHER_REPORT_PAGE
tether_report_page_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits

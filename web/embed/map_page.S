/* The built page, byte for byte; TETHER_MAP_PAGE is its path. */
    .section .rodata
    .global tether_map_page_begin
    .global tether_map_page_end
tether_map_page_begin:
    .incbin TETHER_MAP_PAGE
tether_map_page_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits

"""Deciding and acting: joins what is seen (`vision`) and who decides (`models`) into runs."""
